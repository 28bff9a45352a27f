import { OpenFeature } from '@openfeature/web-sdk'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createPageClient } from '../../../src/client/sdk/browser/client.ts'
import { pagePlatform } from '../../../src/client/sdk/browser/platform.ts'
import { defineEvents } from '../../../src/client/sdk/core/define-events.ts'
import { fanionWebProvider } from '../../../src/client/sdk/openfeature-web/index.ts'
import { FanionProvider, useTrack } from '../../../src/client/sdk/react/index.ts'
import { page, query, world } from './two-servers.ts'

const events = defineEvents({ click: {} })

/** A client in a page, with the Origin header that browsers send. */
const aPage = (targetingKey: string) => {
  const { origin } = page()
  const asPage = (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    return fetch(url, { ...init, headers })
  }
  const platform = pagePlatform({ storage: false, fetch: asPage as typeof fetch })
  const options = { url: world.url, key: world.clientKey.text, flags: {}, events, context: { targetingKey } }
  return createPageClient(platform, options, true)
}

/** The stored clicks, with the source of each: 1 for clients. */
const clicks = () =>
  query<{ via: number }>(
    `select via from track join tracked_event on tracked_event.id = track.event where key = 'click' order by at`,
  )

describe('a page that says what its visitor did', () => {
  it('is heard of an event that clients may say, by OpenFeature’s web client', async () => {
    const before = (await clicks()).length
    await OpenFeature.setContext({ targetingKey: 'web' })
    await OpenFeature.setProviderAndWait(fanionWebProvider(aPage('web')))
    OpenFeature.getClient().track('click')
    // Closing the client flushes its events.
    await OpenFeature.close()
    await expect.poll(async () => (await clicks()).slice(before)).toEqual([{ via: 1 }])
  })

  it('is heard by React’s useTrack', async () => {
    const before = (await clicks()).length
    const fanion = aPage('react')
    await fanion.ready()
    const Part = ({ take }: { take: (track: ReturnType<typeof useTrack<typeof events>>) => void }) => {
      take(useTrack<typeof events>())
      return null
    }
    renderToString(createElement(FanionProvider, { fanion }, createElement(Part, { take: (track) => track('click') })))
    await fanion.close()
    await expect.poll(async () => (await clicks()).slice(before)).toEqual([{ via: 1 }])
  })
})
