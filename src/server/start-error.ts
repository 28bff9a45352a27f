/** Why the server cannot start, in words that tell the operator what to do. Shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
