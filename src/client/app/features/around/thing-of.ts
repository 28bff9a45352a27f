import { GraphThing } from '../../../../shared/features/publishing/schemas/graph.ts'

/** Parses `flag:checkout`. Undefined if the text is not valid. */
export const thingOf = (text: string | undefined): GraphThing | undefined => {
  const at = text?.indexOf(':') ?? -1
  if (text === undefined || at < 0) return undefined
  return GraphThing.safeParse({ kind: text.slice(0, at), key: text.slice(at + 1) }).data
}
