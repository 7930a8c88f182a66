void shut_down(int code) { (void)code; }
void ready_to_stop(void) { shut_down(0); }
