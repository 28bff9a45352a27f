import { useSearch } from '@tanstack/react-router'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { useStoredKeys } from '../../../../components/stored.ts'
import { draftKey } from '../../../drafts/draft-keys.ts'

/** The open environment of a flag’s page if this browser has a draft there; otherwise null. */
export const useEditedEnvironment = (
  project: string,
  flag: string,
  environments: readonly Environment[],
): string | null => {
  const { env } = useSearch({ strict: false })
  const open = env ?? environments[0]?.key ?? ''
  const kept = useStoredKeys(draftKey(project, { kind: 'flag', key: flag, environment: open }))
  return kept.length > 0 ? open : null
}
