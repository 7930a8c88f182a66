namespace day {
struct Cart {
  int save() { return 1; }
  int save(int times) { return times * save(); }
};
} // namespace day

namespace night {
struct Cart {
  int save() { return 2; }
};
} // namespace night

template <typename T> struct Box {
  T value;
  T get() const { return value; }
};

int both(day::Cart a, night::Cart b) { return a.save() + b.save() + a.save(3); }
const char *cake = "🍰"; int filling = 1; int crumb = filling;
	int tabbed =	crumb;
int größer(int straße) { return straße + straße; }
int first(Box<int> box) { return box.get(); }
