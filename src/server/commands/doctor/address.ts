import { boundedJson } from '../../../shared/bounded-text.ts'
import { version } from '../../../shared/version.ts'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

const patienceMs = 5_000
/** Maximum size of a health response in bytes. It has only a few fields. */
const healthBytes = 64 * 1_024

/** Checks whether the server responds at its public URL, and what a proxy in front changes. */
export async function checkPublicAddress(config: Config, key: string | undefined): Promise<Finding[]> {
  const url = config.publicUrl ?? `http://${isEverywhere(config.host) ? '127.0.0.1' : config.host}:${config.port}`
  const about = 'address'
  const answer = await versionAt(url)
  if ('problem' in answer) {
    const cure = 'Start the server; where it runs, check the proxy, the name and the certificate of that address.'
    const state = config.publicUrl === undefined ? 'unseen' : 'wrong'
    return [{ about, state, says: `Nobody answers at ${url}: ${answer.problem}.`, cure }]
  }
  const found: Finding[] = []
  const same = answer.version === version
  found.push({
    about,
    state: same ? 'fine' : 'note',
    says: same
      ? `Fanion ${version} answers at ${url}.`
      : `Fanion ${answer.version} answers at ${url}; this is ${version}.`,
  })
  if (config.publicUrl?.startsWith('http:')) {
    const cure = 'Serve it over https: cookies and keys go through it, and browsers keep some features to https.'
    found.push({ about, state: 'note', says: `${url} isn’t encrypted.`, cure })
  }
  if (config.publicUrl !== undefined && config.trustProxy === 0) {
    const says = 'FANION_PUBLIC_URL is set and FANION_TRUST_PROXY isn’t: behind a proxy, all callers share one address.'
    found.push({
      about: 'proxy',
      state: 'note',
      says,
      cure: 'Set FANION_TRUST_PROXY to how many proxies stand in front.',
    })
  }
  found.push(await streamThrough(url, key))
  return found
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'

async function versionAt(url: string): Promise<{ version: string } | { problem: string }> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    const body: unknown = answer.ok ? await boundedJson(answer, healthBytes) : undefined
    const isOurs = typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'string'
    return isOurs ? { version: String(body.version) } : { problem: `it answers ${answer.status}, and isn’t Fanion` }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Checks whether the start of a stream arrives immediately. A buffering proxy would delay it. */
async function streamThrough(url: string, key: string | undefined): Promise<Finding> {
  const about = 'streams'
  if (key === undefined) {
    const cure = 'Set FANION_KEY to a server key (fan_srv_…), and run it again.'
    return { about, state: 'unseen', says: 'Whether streams come through wasn’t looked at.', cure }
  }
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new Error('nothing came within 5 s')), patienceMs)
  try {
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
    const answer = await fetch(`${url}/sdk/v1/stream`, { headers, signal: stop.signal, redirect: 'manual' })
    if (!answer.ok) {
      const cure = 'Use a server key of this installation that isn’t revoked.'
      return { about, state: 'wrong', says: `The stream is refused (${answer.status}).`, cure }
    }
    await answer.body?.getReader().read()
    return { about, state: 'fine', says: 'Streams come through at once.' }
  } catch (error) {
    const cure =
      'Let the proxy pass /sdk/v1/stream on unbuffered (nginx: proxy_buffering off), for 60 s of silence at least.'
    return { about, state: 'wrong', says: `Streams don’t come through: ${messageOf(error)}.`, cure }
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}
