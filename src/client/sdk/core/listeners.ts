export type Listeners<Events> = {
  /** Adds a listener and returns a function that removes it. A function that is added twice is called twice. */
  readonly on: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => unknown) => () => void
  readonly emit: <Name extends keyof Events>(name: Name, event: Events[Name]) => void
  readonly count: (name: keyof Events) => number
}

/**
 * Calls listeners without letting them harm the caller: an error that one throws, or rejects with, goes to `onThrow`,
 * and the others are still called. Adding or removing one during an event affects only later events.
 */
export const createListeners = <Events>(onThrow: (name: keyof Events, cause: unknown) => void): Listeners<Events> => {
  type Entry = readonly [name: keyof Events, call: (event: never) => unknown]
  let entries: readonly Entry[] = []
  const of = (name: keyof Events) => entries.filter(([of]) => of === name)

  return {
    on: (name, call) => {
      const entry: Entry = [name, call]
      entries = [...entries, entry]
      return () => {
        entries = entries.filter((other) => other !== entry)
      }
    },
    emit: (name, event) => {
      for (const [, call] of of(name)) {
        try {
          // Safe cast: `on` adds only listeners for events of this name.
          const result = call(event as never)
          if (result instanceof Promise) result.catch((cause: unknown) => onThrow(name, cause))
        } catch (cause) {
          onThrow(name, cause)
        }
      }
    },
    count: (name) => of(name).length,
  }
}
