/** Why the server cannot start, with what to do. Shown without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** A StartError that may resolve itself: for example, a full disk may have free space again in a moment. */
export class PassingStartError extends StartError {
  override readonly name = 'PassingStartError'
}
