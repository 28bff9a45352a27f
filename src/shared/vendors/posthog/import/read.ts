import { isFields, listed } from '../../importing/assembly.ts'
import {
  type Access,
  AccessMissing,
  below,
  mostPages,
  nextPage,
  type Parts,
  type VendorRead,
} from '../../importing/vendor-read.ts'

/** Whether any flag is about groups, which are referred to by index. */
const asksGroups = (parts: Parts): boolean =>
  Object.values(parts).some((body) => /"aggregation_group_type_index":\d/.test(JSON.stringify(body)))

/**
 * PostHog: the flags and cohorts of a project, with a personal API key. Also the group types, if flags are about
 * groups.
 */
export function* readPostHogApi({ host = 'https://us.posthog.com', project, token }: Access): VendorRead {
  if (token === undefined)
    throw new AccessMissing('Set POSTHOG_TOKEN to a personal API key (phx_…) that may read feature flags and cohorts.')
  if (project === undefined) throw new AccessMissing('Name PostHog’s project by its number: --from 12345.')
  const headers = { authorization: `Bearer ${token}` }
  const parts: Parts = {}
  for (const name of ['feature_flags', 'cohorts'] as const) {
    let next: string | null = below(host, `/api/projects/${encodeURIComponent(project)}/${name}/`, {
      limit: 100,
      offset: 0,
    })
    for (let page = 0; next !== null && page < mostPages; page += 1) {
      const { body } = yield { url: next, headers }
      parts[`${name}.${page}.json`] = body
      next = nextPage(host, isFields(body) ? body['next'] : null)
    }
  }
  if (asksGroups(parts)) {
    const { body } = yield { url: below(host, `/api/projects/${encodeURIComponent(project)}/groups_types/`), headers }
    parts['groups_types.json'] = isFields(body) ? listed(body['results']) : body
  }
  return parts
}
