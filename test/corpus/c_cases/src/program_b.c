void shut_down(int code);
static int one, two, three;
static int four;


int main(void) {
  one = two + three + four;
      shut_down(one);
  return 0;
}
