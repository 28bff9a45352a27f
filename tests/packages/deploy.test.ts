import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { Drain } from '../../src/server/platform/http/drain.ts'
import { createMetrics } from '../../src/server/platform/http/metrics.ts'
import { readinessMetrics } from '../../src/server/platform/http/ops/readiness-metrics.ts'
import { Hub } from '../../src/server/platform/live/hub.ts'
import type { OverBudgetCounts } from '../../src/server/platform/live/over-budget.ts'
import type { RevisionLogTail } from '../../src/server/platform/live/tail.ts'
import { fileVariable, optionOf, settings } from '../../src/server/settings.ts'
import { version } from '../../src/shared/version.ts'

const root = path.resolve(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')
const manifests = readdirSync(path.join(root, 'deploy/kubernetes')).map((name) => `kubernetes/${name}`)
const variables = new Set([
  ...settings.flatMap((setting) => [setting.name, ...(setting.secret ? [fileVariable(setting)] : [])]),
  'NODE_ENV',
])
const options = new Set(settings.map(optionOf))

describe('what installs Fanion', () => {
  it('sets only variables and options that there are', () => {
    const compose = parse(text('compose.yaml'))
    const set = [
      ...Object.keys(compose.services.fanion.environment),
      ...[...text('fanion.service').matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name),
      ...[...(/^ENV (.*)$/m.exec(text('Dockerfile'))?.[1]?.matchAll(/(\w+)=/g) ?? [])].map(([, name = '']) => name),
    ]
    expect(set.length).toBeGreaterThan(8)
    expect(set.filter((name) => !variables.has(name))).toEqual([])
    const [deployment] = parseAllDocuments(text('kubernetes/deployment.yaml')).map((document) => document.toJS())
    const { containers, initContainers } = deployment.spec.template.spec
    for (const { args, env } of [...containers, ...initContainers]) {
      expect(args.filter((word: string) => word.startsWith('--') && !options.has(word))).toEqual([])
      expect(env.filter(({ name }: { name: string }) => !variables.has(name))).toEqual([])
    }
  })

  it('means this version, and files that are packed', () => {
    const { images } = parse(text('kubernetes/kustomization.yaml'))
    expect(images).toEqual([{ name: 'fanion', newName: 'fanion', newTag: version }])
    for (const file of ['Dockerfile', 'fanion.service'])
      expect(text(file)).toContain('node_modules/fanion/bin/fanion.js')
    const { bin } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    expect(bin.fanion).toBe('bin/fanion.js')
  })

  it('is what Kubernetes takes, with no field that it would not know', async () => {
    const { resources } = parse(text('kubernetes/kustomization.yaml'))
    expect([...resources, 'kustomization.yaml'].map((name: string) => `kubernetes/${name}`).toSorted()).toEqual(
      manifests.toSorted(),
    )
    const kinds: string[] = []
    for (const name of resources) {
      for (const document of parseAllDocuments(text(`kubernetes/${name}`))) {
        const manifest = document.toJS()
        const models = await import(`kubernetes-models/${manifest.apiVersion}`)
        expect(() => new models[manifest.kind](manifest).validate()).not.toThrow()
        kinds.push(manifest.kind)
        // the models accept misspelled fields
        expect(fieldsOf(manifest).filter((field) => !knownFields.has(field))).toEqual([])
      }
    }
    expect(kinds).toEqual(['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy'])
    const wrong = parse(text('kubernetes/service.yaml'))
    wrong.spec.ports[0].port = 'eighty'
    const { Service } = await import('kubernetes-models/v1')
    expect(() => new Service(wrong).validate()).toThrow(/port/)
  })

  it('closes what systemd can close', (test) => {
    const asked = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', path.join(root, 'deploy/fanion.service')],
      { encoding: 'utf8' },
    )
    if (asked.error) {
      console.log('systemd-analyze isn’t here: how closed the service is wasn’t looked at')
      return test.skip('systemd-analyze isn’t here')
    }
    expect(asked.stdout).toMatch(/Overall exposure level for fanion.service: [01]\.\d/)
    expect(asked.status).toBe(0)
  })
})

describe('what watches Fanion', () => {
  it('asks for metrics that there are, by labels that they have', async () => {
    const names = await metricNames()
    for (const file of ['alerts.yaml', 'grafana.json']) {
      const asked = [...text(file).matchAll(/\b((?:fanion|nodejs|process)_[a-z0-9_]+)\b(?!\))/g)].map(
        ([, name = '']) => name,
      )
      expect(asked.length).toBeGreaterThan(5)
      expect(asked.filter((name) => !names.has(name))).toEqual([])
      const labels = [
        ...text(file).matchAll(/[{,] ?(\w+)=~?\\?"|\bby \(([^)]*)\)|\{\{ ?\$?(?:labels\.)?(\w+) ?\}\}/g),
      ].flatMap(([, one, many, shown]) => (many ?? one ?? shown ?? '').split(/, ?/))
      const known = ['instance', 'le', 'route', 'status', 'result', 'version']
      expect(labels.filter((label) => !known.includes(label))).toEqual([])
    }
  })

  it('says with every alert what to do', () => {
    const { groups } = parse(text('alerts.yaml'))
    for (const { alert, expr, annotations } of groups.flatMap(({ rules }: { rules: unknown[] }) => rules)) {
      expect(alert).toMatch(/^Fanion[A-Z]/)
      expect([typeof expr, typeof annotations.summary, typeof annotations.action]).toEqual([
        'string',
        'string',
        'string',
      ])
    }
  })
})

/** Returns all metric names of `/metrics`. */
async function metricNames(): Promise<Set<string>> {
  const idle = { revisions: 0, caughtUpAt: null } as unknown as RevisionLogTail
  const { registry, answered, tracked } = createMetrics(new Hub(), idle, { total: 0 } as OverBudgetCounts)
  const ready = { ready: true }
  readinessMetrics(registry, { readiness: () => ready, changesReadiness: async () => ready, drain: new Drain() })
  answered('/', 200, 0.1)
  tracked({ accepted: 1, refused: [] })
  const printed = await registry.metrics()
  return new Set([...printed.matchAll(/^([a-z0-9_]+)(?:\{| )/gm)].map(([, name = '']) => name))
}

/** Returns the names of all fields of a manifest, except keys that users choose. */
const fieldsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(fieldsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    key,
    ...(['labels', 'annotations', 'matchLabels', 'selector'].includes(key) && !('matchLabels' in Object(inner))
      ? []
      : fieldsOf(inner)),
  ])
}

const knownFields = new Set(
  `apiVersion kind metadata name spec replicas revisionHistoryLimit selector matchLabels strategy type rollingUpdate maxUnavailable
  maxSurge template labels annotations automountServiceAccountToken terminationGracePeriodSeconds securityContext runAsNonRoot
  runAsUser runAsGroup fsGroup seccompProfile initContainers image args env valueFrom secretKeyRef key optional volumeMounts mountPath
  allowPrivilegeEscalation readOnlyRootFilesystem capabilities drop containers ports containerPort startupProbe livenessProbe
  readinessProbe httpGet path port periodSeconds timeoutSeconds failureThreshold resources requests limits cpu memory volumes emptyDir
  targetPort scaleTargetRef minReplicas maxReplicas metrics pods metric target averageValue resource averageUtilization behavior
  scaleDown stabilizationWindowSeconds podSelector policyTypes ingress egress protocol`.split(/\s+/),
)
