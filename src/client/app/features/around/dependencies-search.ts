import { limits } from '../../../../shared/limits.ts'
import { searchNumber, searchText } from '../../components/search-text.ts'

/** Search parameters of the dependencies page: the focus as `flag:checkout`, the environment and the depth. */
export type DependenciesSearch = { focus?: string | undefined; env?: string | undefined; depth?: number | undefined }

export const dependenciesSearch = (search: Record<string, unknown>): DependenciesSearch => {
  const depth = searchNumber(search['depth'])
  return {
    focus: searchText(search['focus']),
    env: searchText(search['env']),
    depth: depth !== undefined && depth >= 1 && depth <= limits.graphDepth ? depth : undefined,
  }
}
