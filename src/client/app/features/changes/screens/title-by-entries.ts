import type { Change } from '../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { generateTitle } from '../../../../../shared/text/diff/generate-title.ts'

/** The title that is generated from a change’s current entries. */
export const titleByEntries = (
  { entries }: Pick<Change, 'entries'>,
  environments: readonly Pick<Environment, 'key' | 'name'>[],
): string =>
  generateTitle(
    entries.map(({ environment, kind, key, before, document }) => ({
      ...{ kind, key, before, document },
      where: environments.find((one) => one.key === environment)?.name ?? environment,
    })),
  )
