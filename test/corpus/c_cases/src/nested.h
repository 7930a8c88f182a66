typedef union Cell {
  struct CellKey {
    int key_kind;
    int key_value;
  } u;
  int whole;
} Cell;
#define cellvalue(c) ((c)->u.key_value)
#define cellnext(c) (cellvalue(c) + 1)
#define dropped(x) 0
enum cell_state { CELL_EMPTY, CELL_FULL };
#define is_full(state) ((state) == CELL_FULL)
