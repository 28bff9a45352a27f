import { Gauge, type Registry } from 'prom-client'
import type { UpstreamConnection } from './upstream-connection.ts'

type RelayConnectionStats = Pick<UpstreamConnection, 'place' | 'isInTouch'> & {
  readonly waiting: { readonly bytes: number }
}

/** Metrics that only relays have. */
export function relayMetrics(registry: Registry, links: readonly RelayConnectionStats[]): void {
  const registers = [registry]
  const labelNames = ['project', 'environment']
  new Gauge({
    name: 'fanion_relay_upstream_up',
    help: '1 while the upstream tells this relay of every change of an environment, else 0.',
    labelNames,
    registers,
    collect() {
      for (const { place, isInTouch } of links)
        if (place) this.set({ project: place.project, environment: place.environment }, isInTouch ? 1 : 0)
    },
  })
  new Gauge({
    name: 'fanion_relay_waiting_bytes',
    help: 'Reports of applications that the upstream does not have yet, on the disk of this relay.',
    labelNames,
    registers,
    collect() {
      for (const link of links)
        if (link.place)
          this.set({ project: link.place.project, environment: link.place.environment }, link.waiting.bytes)
    },
  })
}
