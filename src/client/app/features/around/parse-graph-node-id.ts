import { GraphNodeId } from '../../../../shared/features/publishing/schemas/graph.ts'

/** Parses `flag:checkout`. Undefined if the text is not valid. */
export const parseGraphNodeId = (text: string | undefined): GraphNodeId | undefined => {
  const at = text?.indexOf(':') ?? -1
  if (text === undefined || at < 0) return undefined
  return GraphNodeId.safeParse({ kind: text.slice(0, at), key: text.slice(at + 1) }).data
}
