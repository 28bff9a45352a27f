import { limits } from '../../../shared/limits.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { ProjectIndex } from './project-index.ts'

/** The index of each project that was asked for lately, the longest ago first. */
const kept = new Map<string, ProjectIndex>()

/** The project's index. Together they stay below `indexedCells`, except for one project that is larger by itself. */
export function indexOf({ project }: ProjectCtx): ProjectIndex {
  const index = kept.get(project.id) ?? new ProjectIndex()
  kept.delete(project.id)
  kept.set(project.id, index)
  let size = 0
  for (const one of kept.values()) size += one.size
  for (const [id, one] of kept) {
    if (size <= limits.indexedCells || one === index) break
    kept.delete(id)
    size -= one.size
  }
  return index
}
