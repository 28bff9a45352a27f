import { type Documents, segmentOf } from '../engine/prerequisite.ts'

/** The segments a part of a document names, however deep. */
const named = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return []
  const own = 'segment' in node && typeof node.segment === 'string' ? [node.segment] : []
  return [...own, ...Object.values(node).flatMap(named)]
}

/** Whether a part of a document names a segment that leads back to itself; the engine answers such a flag with an error. */
export const leadsInSegmentCircle = (documents: Documents, part: unknown): boolean => {
  const over = new Set<string>()
  const underWay = new Set<string>()
  const circular = (key: string): boolean => {
    if (underWay.has(key)) return true
    if (over.has(key)) return false
    underWay.add(key)
    const found = named(segmentOf(documents, key)?.when).some(circular)
    underWay.delete(key)
    over.add(key)
    return found
  }
  return named(part).some(circular)
}
