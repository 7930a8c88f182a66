void shut_down(int code);
static int spare;
int main(void) {
  shut_down(spare);
  return 0;
}
