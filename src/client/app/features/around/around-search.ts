import { limits } from '../../../../shared/limits.ts'
import { GraphThing } from '../../../../shared/schemas/graph.ts'
import { searchNumber, searchText } from '../../components/search-text.ts'

/** What a link to a picture of dependencies carries: the middle as `flag:checkout`, the environment, how far it goes. */
export type AroundSearch = { focus?: string | undefined; env?: string | undefined; depth?: number | undefined }

export const aroundSearch = (search: Record<string, unknown>): AroundSearch => {
  const depth = searchNumber(search['depth'])
  return {
    focus: searchText(search['focus']),
    env: searchText(search['env']),
    depth: depth !== undefined && depth >= 1 && depth <= limits.graphDepth ? depth : undefined,
  }
}

/** The thing that `flag:checkout` names; undefined for anything else. */
export const thingOf = (text: string | undefined): GraphThing | undefined => {
  const at = text?.indexOf(':') ?? -1
  if (text === undefined || at < 0) return undefined
  return GraphThing.safeParse({ kind: text.slice(0, at), key: text.slice(at + 1) }).data
}
