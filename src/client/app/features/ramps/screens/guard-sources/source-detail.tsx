import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { GuardSource } from '../../../../../../shared/features/ramps/schemas/guard.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { SettingsSection } from '../../../../components/settings-section.tsx'
import { ShownOnce } from '../../../../components/shown-once.tsx'
import { TimeText } from '../../../../components/time-text.tsx'
import { done, failed } from '../../../../components/toast.tsx'
import { TypedConfirm } from '../../../../components/typed-confirm.tsx'
import { trpc } from '../../../../trpc.ts'
import { SourceForm } from './source-form.tsx'
import classes from './sources.module.css'

/** A guard source with actions: test, edit, replace its secret, delete. */
export function SourceDetail({ project, source }: { project: string; source: GuardSource }): ReactNode {
  const { key, kind, url, usedBy } = source
  const [mode, setMode] = useState<'read' | 'edit' | 'remove'>('read')
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const refresh = () => utils.guardSources.invalidate()
  const save = trpc.guardSources.save.useMutation({ onSuccess: refresh })
  const test = trpc.guardSources.test.useMutation({
    onError: (error) => failed(`Couldn’t test ${key}`, refusalOf(error)),
  })
  const renew = trpc.guardSources.renewSecret.useMutation({
    onSuccess: refresh,
    onError: (error) => failed('The secret wasn’t changed', refusalOf(error)),
  })
  const remove = trpc.guardSources.remove.useMutation({
    onSuccess: async () => {
      await navigate({ to: '.', search: {} })
      await refresh()
      done(`Removed ${key}`)
    },
    onError: (error) => failed(`Couldn’t remove ${key}`, refusalOf(error)),
  })
  return (
    <SettingsSection
      title={key}
      lead={
        kind === 'prometheus'
          ? 'Guards send it a query at each look, and compare the number with their limit.'
          : 'Guards ask it at each look. Requests are signed following the Standard Webhooks spec.'
      }
    >
      {mode === 'edit' ? (
        <SourceForm
          project={project}
          source={{ ...source, url }}
          pending={save.isPending}
          refusal={save.error ? refusalOf(save.error) : null}
          onSubmit={(settings) =>
            save.mutate(
              { project, ...settings },
              {
                onSuccess: () => {
                  setMode('read')
                  test.reset()
                  done(`Saved ${key}`)
                },
              },
            )
          }
          onCancel={() => {
            setMode('read')
            save.reset()
          }}
        />
      ) : (
        <div className={classes['acts']}>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ project, key })}>
            Test
          </Button>
          <Button variant="default" onClick={() => setMode('edit')}>
            Edit
          </Button>
          {kind === 'verdict' ? (
            <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate({ project, key })}>
              New secret
            </Button>
          ) : null}
          <Button variant="default" onClick={() => setMode('remove')}>
            Remove
          </Button>
        </div>
      )}
      {test.data && mode === 'read' ? (
        <p className={classes['answer']} role="status" data-blind={!test.data.ok || undefined}>
          {test.data.text} ({test.data.ms} ms)
        </p>
      ) : null}
      {renew.data ? (
        <ShownOnce text={renew.data.secret} copy="Copy secret">
          Secret for {key}, shown only once. Use it to verify that requests come from this server.
        </ShownOnce>
      ) : null}
      <p>
        Saved by {source.by} <TimeText instant={source.at} />. {source.hasSecret ? 'Has a secret.' : 'Has no secret.'}
      </p>
      {mode === 'remove' ? (
        <TypedConfirm
          title={`Remove ${key}`}
          name={key}
          act="Remove source"
          busy={remove.isPending}
          onClose={() => setMode('read')}
          onConfirm={() => remove.mutate({ project, key })}
        >
          {usedBy.length === 0 ? (
            'No ramp asks it.'
          ) : (
            <>
              These ramps ask it, and can’t go on without it: <SourceUses project={project} usedBy={usedBy} />
            </>
          )}
        </TypedConfirm>
      ) : null}
    </SettingsSection>
  )
}

/** Ramps that query a guard source. */
export function SourceUses({ project, usedBy }: { project: string; usedBy: GuardSource['usedBy'] }): ReactNode {
  return (
    <span className={classes['uses']}>
      {usedBy.map(({ ramp, flag, environment }) => (
        <Link
          key={ramp}
          to="/p/$project/flags/$flag/ramp"
          params={{ project, flag }}
          search={{ env: environment, run: ramp }}
        >
          {flag} in {environment}, ramp {ramp}
        </Link>
      ))}
    </span>
  )
}
