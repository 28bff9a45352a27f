/** A flag needs a part of the engine that is not loaded. That is no fault of its document: it is not ready. */
export class NotLoaded extends Error {
  constructor(part: string) {
    super(`the ${part} part of the engine is not loaded`)
  }
}

/** A part of the engine. Throws `NotLoaded`. */
export const needed = <Parts, Name extends string & keyof Parts>(
  parts: Parts,
  name: Name,
): Exclude<Parts[Name], undefined> => {
  const part = parts[name]
  if (part === undefined) throw new NotLoaded(name)
  // What is not undefined.
  return part as Exclude<Parts[Name], undefined>
}
