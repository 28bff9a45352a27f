/** Why a command failed, in words that tell what to do. Shown without a stack; the exit code is 1. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
  readonly exitCode: 1 | 2 = 1
}

/** A command that cannot be meant like this: a misspelt word, an address without a scheme, a file that cannot be one. */
export class UsageError extends CliError {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}
