struct Pair { char own; };
static int lib_count;
int local(int total) {
  struct Pair pair = {'a'};
  lib_count += total;
  return pair.own;
}
