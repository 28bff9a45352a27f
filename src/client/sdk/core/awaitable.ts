type Call = ((context?: never, ...more: never[]) => unknown) & object

/**
 * The calls, so that an `await` of them, or a return from an async function, does no harm where a flag is named `then`: it
 * is called with a function, which no context is, and gives the other calls.
 */
export const awaitable = <Calls extends Readonly<Record<string, Call>>>(calls: Calls): Calls => {
  const { then: call, ...rest } = calls
  if (!call) return Object.freeze(calls)
  const then = (context?: unknown): unknown =>
    // whatever a flag that is named so is called with
    typeof context === 'function' ? context(rest) : call(context as never)
  return Object.freeze({ ...calls, then: Object.assign(then, call) })
}
