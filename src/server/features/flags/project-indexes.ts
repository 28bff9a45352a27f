import { limits } from '../../../shared/limits.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { ProjectIndex } from './project-index.ts'

/** Indexes of recently used projects, least recently used first. */
const kept = new Map<string, ProjectIndex>()

/** Returns the project's index. All indexes together stay below `indexedCells`, unless a single project exceeds it. */
export function projectIndexOf({ project }: ProjectCtx): ProjectIndex {
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
