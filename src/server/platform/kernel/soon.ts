/** A value that is available now or later. */
export type Soon<T> = T | Promise<T>

/**
 * Continues with a value, synchronously if it is available, unlike `await`. For hot paths that run tens of thousands of
 * times per second and almost always find their data in memory.
 */
export const andThen = <T, R>(value: Soon<T>, go: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(go) : go(value)
