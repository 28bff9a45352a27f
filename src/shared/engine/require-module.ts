/** Thrown if a flag needs an optional module that is not loaded. The document is valid, but not ready. */
export class ModuleNotLoaded extends Error {
  constructor(part: string) {
    super(`the ${part} part of the engine is not loaded`)
  }
}

/** Returns an optional module. Throws `NotLoaded` if it is missing. */
export const requireModule = <Parts, Name extends string & keyof Parts>(
  parts: Parts,
  name: Name,
): Exclude<Parts[Name], undefined> => {
  const part = parts[name]
  if (part === undefined) throw new ModuleNotLoaded(name)
  return part as Exclude<Parts[Name], undefined>
}
