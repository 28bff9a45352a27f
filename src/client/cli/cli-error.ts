/** Why a command failed, in words that tell what to do. Shown without a stack; the exit code is 1. */
export class CliError extends Error {
  override readonly name = 'CliError'
}
