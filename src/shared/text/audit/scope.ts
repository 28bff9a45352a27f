import type { ApiToken } from '../../features/access/schemas/api-token.ts'

/** Describes the scopes of a token: `editor in shop (staging); viewer in all projects`. */
export const scopeText = ({ scopes }: Pick<ApiToken, 'scopes'>): string =>
  scopes
    .map(({ project, role, environments }) => {
      const where = project === '*' ? 'all projects' : project
      return `${role} in ${where}${environments === null ? '' : ` (${environments.join(', ')})`}`
    })
    .join('; ')
