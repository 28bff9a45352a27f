import type { ConnectedApplication } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'

/** Counts connections that have the newest revision of their environment, and those that are behind. */
export const health = (
  applications: readonly ConnectedApplication[],
  environments: readonly Pick<Environment, 'key' | 'revision'>[],
): { current: number; behind: number } => {
  let [current, behind] = [0, 0]
  for (const { environment, revision, streams } of applications) {
    const newest = environments.find(({ key }) => key === environment)?.revision ?? 0
    if (revision >= newest) current += streams
    else behind += streams
  }
  return { current, behind }
}
