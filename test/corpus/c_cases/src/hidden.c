int hidden_one(int n) { return n; }
