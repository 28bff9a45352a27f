import { limits } from '../../../../shared/limits.ts'
import { searchNumber, searchText } from '../../components/search-text.ts'

/** Search parameters of the dependencies page: the focus as `flag:checkout`, the environment and the depth. */
export type AroundSearch = { focus?: string | undefined; env?: string | undefined; depth?: number | undefined }

export const aroundSearch = (search: Record<string, unknown>): AroundSearch => {
  const depth = searchNumber(search['depth'])
  return {
    focus: searchText(search['focus']),
    env: searchText(search['env']),
    depth: depth !== undefined && depth >= 1 && depth <= limits.graphDepth ? depth : undefined,
  }
}
