/** Whether a file or folder is the trouble: missing, not ours to write, or the disk is full. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error
