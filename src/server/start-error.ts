/** Why the server cannot start, in words that tell the operator what to do. Shown without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** The same for what may clear up by itself: a disk that is full now may have room again in a moment. */
export class PassingStartError extends StartError {
  override readonly name = 'PassingStartError'
}
