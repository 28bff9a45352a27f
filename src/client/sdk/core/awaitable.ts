type Call = ((context?: never, ...more: never[]) => unknown) & object

/**
 * Makes it safe to `await` the calls, or to return them from an async function, if a flag is named `then`. The runtime
 * calls `then` with a function, which no context is; it then receives the other calls.
 */
export const safeToAwait = <Calls extends Readonly<Record<string, Call>>>(calls: Calls): Calls => {
  const { then: call, ...rest } = calls
  if (!call) return Object.freeze(calls)
  const then = (context?: unknown): unknown =>
    // Safe cast: any other argument is a context.
    typeof context === 'function' ? context(rest) : call(context as never)
  return Object.freeze({ ...calls, then: Object.assign(then, call) })
}
