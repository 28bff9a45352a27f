/** What is there already, or will be. */
export type Soon<T> = T | Promise<T>

/**
 * Goes on with a value: at once where it is there, which an `await` would not. For paths that are walked tens of
 * thousands of times a second and nearly always find what they need in memory.
 */
export const andThen = <T, R>(value: Soon<T>, go: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(go) : go(value)
