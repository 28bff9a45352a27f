import { useStoredKeys } from '../../ui/stored.ts'

const projectPrefix = (project: string): string => `fanion/draft/${project}/flag/`

/** Where the draft of a flag in one environment is kept. */
export const draftKey = (project: string, flag: string, environment: string): string =>
  `${projectPrefix(project)}${flag}/${environment}`

/** Keys of the flags of a project that have a draft in this browser. */
export const useDraftedFlags = (project: string): ReadonlySet<string> => {
  const prefix = projectPrefix(project)
  return new Set(useStoredKeys(prefix).map((key) => key.slice(prefix.length).split('/')[0] ?? ''))
}
