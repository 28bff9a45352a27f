import { isFields, listed, textOf } from '../../importing/assembly.ts'
import {
  type Access,
  AccessMissing,
  below,
  mostPages,
  nextPage,
  type Parts,
  type VendorRead,
} from '../../importing/vendor-read.ts'

const firstHost = 'https://app.launchdarkly.com'

/** The host that SDKs download from, for the API host of the same region. */
const sdkHost = (host: string): string =>
  /^https:\/\/app\.(?:eu\.)?launchdarkly\.(?:com|us)$/.test(host) ? host.replace('//app.', '//sdk.') : host

/**
 * LaunchDarkly: project, flags and segments of every environment from the management API. With SDK keys also the
 * payload of each. https://launchdarkly.com/docs/api
 */
export function* readLaunchDarklyApi({ host = firstHost, project, token, keys }: Access): VendorRead {
  const parts: Parts = {}
  for (const [environment, key] of Object.entries(keys)) {
    const { body } = yield { url: below(sdkHost(host), '/sdk/latest-all'), headers: { authorization: key } }
    parts[`latest-all.${environment}.json`] = body
  }
  if (token === undefined) {
    if (Object.keys(keys).length > 0) return parts
    throw new AccessMissing(
      'Set LAUNCHDARKLY_TOKEN to a token that may read, or LAUNCHDARKLY_SDK_KEY_PRODUCTION to an SDK key.',
    )
  }
  if (project === undefined) throw new AccessMissing('Name LaunchDarkly’s project: --from <key>.')
  const headers = { authorization: token, 'ld-api-version': '20220603' }
  const at = (path: string, query: Record<string, string | number> = {}) => ({ url: below(host, path, query), headers })
  const { body: told } = yield at(`/api/v2/projects/${encodeURIComponent(project)}`, { expand: 'environments' })
  const environments = isFields(told) && isFields(told['environments']) ? listed(told['environments']['items']) : []
  // The response contains the SDK keys of every environment, so only two fields are kept.
  parts['project.json'] = {
    key: isFields(told) ? told['key'] : project,
    name: isFields(told) ? told['name'] : project,
    environments: { items: environments.map(({ key, name, critical }) => ({ key, name, critical, mobileKey: null })) },
  }
  for (const { key } of environments) {
    const environment = textOf(key)
    if (environment === undefined) continue
    const path = `/api/v2/flags/${encodeURIComponent(project)}`
    for (const [name, filter] of [
      ['flags', {}],
      ['flags.archived', { filter: 'state:archived' }],
    ] as const) {
      let next: string | null = at(path, { env: environment, summary: 0, limit: 100, offset: 0, ...filter }).url
      for (let page = 0; next !== null && page < mostPages; page += 1) {
        const { body } = yield { url: next, headers }
        parts[`${name}.${environment}.${page}.json`] = body
        next = nextOf(host, body)
      }
    }
    let next: string | null = at(`/api/v2/segments/${encodeURIComponent(project)}/${encodeURIComponent(environment)}`, {
      limit: 50,
      offset: 0,
    }).url
    for (let page = 0; next !== null && page < mostPages; page += 1) {
      const { body } = yield { url: next, headers }
      parts[`segments.${environment}.${page}.json`] = body
      next = nextOf(host, body)
    }
  }
  return parts
}

const nextOf = (host: string, body: unknown): string | null => {
  const links = isFields(body) && isFields(body['_links']) ? body['_links'] : {}
  return nextPage(host, isFields(links['next']) ? links['next']['href'] : null)
}
