#ifndef SX_INDEX_LIST_H
#define SX_INDEX_LIST_H

/*
 * The list of files that sextant-indexer reads: of each a mark and its path, relative to the root,
 * and a NUL; ascending as sx_path_compare has them, and one more NUL at the end.
 */

#define SX_INDEX_LIST_LOOK '?' /* the file is to be looked at */
#define SX_INDEX_LIST_SAME '=' /* it is as the index has it, if the index has it */

#endif
