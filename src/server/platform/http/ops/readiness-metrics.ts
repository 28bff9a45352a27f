import { Gauge, type Registry } from 'prom-client'
import { probeAnswer } from '../readiness.ts'
import type { ProgramServices } from '../services.ts'

type Probes = Pick<ProgramServices, 'readiness' | 'changesReadiness' | 'drain'>

/** The two readiness probes as gauges, evaluated at each scrape. */
export function readinessMetrics(registry: Registry, { readiness, changesReadiness, drain }: Probes): void {
  const registers = [registry]
  new Gauge({
    name: 'fanion_serves_evaluations',
    help: 'Is 1 while this server can serve evaluations, as /readyz.',
    registers,
    collect() {
      this.set(Number(probeAnswer(readiness(), drain.announced).body.ok))
    },
  })
  if (changesReadiness)
    new Gauge({
      name: 'fanion_accepts_changes',
      help: 'Is 1 while this server can accept changes, as /readyz/changes.',
      registers,
      async collect() {
        this.set(Number(probeAnswer(await changesReadiness(), drain.announced).body.ok))
      },
    })
}
