/** A failed command, with a message that says what to do. Printed without a stack trace; the exit code is 1. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
  readonly exitCode: 1 | 2 = 1
}

/**
 * An invalid command line: a misspelled name, a URL without a scheme, a path that cannot be a file. The exit code is 2.
 */
export class UsageError extends CliError {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}
