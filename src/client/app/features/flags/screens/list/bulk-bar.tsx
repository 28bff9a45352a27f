import { Button, Menu, TextInput } from '@mantine/core'
import { IconArchive, IconChevronDown, IconTag } from '@tabler/icons-react'
import { skipToken } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { FlagRow } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../../shared/limits.ts'
import { allows } from '../../../../../../shared/permissions.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { Kbd } from '../../../../components/kbd.tsx'
import { trpc } from '../../../../trpc.ts'
import { EnvironmentMark } from '../../../environments/environment-mark.tsx'
import classes from './bulk-bar.module.css'
import { BulkSheet } from './bulk-sheet.tsx'
import { useBulk } from './use-bulk.ts'

/** Actions on the selected flags. Escape clears the selection. */
export function BulkBar(props: {
  project: string
  environments: readonly Environment[]
  /** The loaded rows. The selection may contain others. */
  rows: readonly FlagRow[]
  chosen: ReadonlySet<string>
  onDone: () => void
}): ReactNode {
  const { project, environments, rows, chosen, onDone } = props
  const { archive, tag, turn, busy, refusal, forget } = useBulk(project)
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const [sheet, setSheet] = useState<{ environment: Environment; on: boolean } | null>(null)
  const loaded = rows.filter((row) => chosen.has(row.flag.key)).map((row) => row.flag)
  const isAll = loaded.length === chosen.size
  const everyKey = trpc.flags.keys.useQuery(isAll ? skipToken : { project }).data
  const flags = isAll ? loaded : (everyKey ?? []).filter(({ key }) => chosen.has(key))
  const keys = flags.map((flag) => flag.key)
  const mayEdit = role !== undefined && allows(role, 'flag.edit')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('[role="dialog"]') === null)
        onDone()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onDone])
  const start = (environment: Environment, on: boolean) => {
    if (environment.protected) setSheet({ environment, on })
    else void turn(keys, environment, on, '').then((sent) => sent && onDone())
  }
  return (
    <section className={classes['bar']} aria-label="Selected flags">
      <strong role="status">{counted(flags.length, 'flag')} selected</strong>
      {[false, true].map((on) => (
        <Menu key={String(on)} position="top-start" width={220}>
          <Menu.Target>
            <Button
              variant="default"
              size="compact-sm"
              disabled={!mayEdit || busy}
              rightSection={<IconChevronDown size={14} />}
            >
              {on ? 'Turn on' : 'Turn off'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {environments.map((environment) => (
              <Menu.Item key={environment.key} onClick={() => start(environment, on)}>
                <EnvironmentMark environment={environment} />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ))}
      <TagForm disabled={!mayEdit || busy} onTag={(text) => void tag(flags, text).then(onDone)} />
      <Button
        variant="default"
        size="compact-sm"
        disabled={!mayEdit || busy}
        leftSection={<IconArchive size={14} />}
        onClick={() => void archive(keys).then(onDone)}
      >
        Archive
      </Button>
      <CopyButton
        size="compact-sm"
        label="Copy links"
        text={keys.map((key) => `${location.origin}/p/${project}/flags/${key}`).join('\n')}
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={classes['clear'] ?? ''}
        onClick={onDone}
        rightSection={<Kbd>Esc</Kbd>}
      >
        Clear
      </Button>
      {sheet === null ? null : (
        <BulkSheet
          project={project}
          keys={keys}
          environment={sheet.environment}
          on={sheet.on}
          busy={busy}
          refusal={refusal}
          onSend={(message, review, asked) =>
            void turn(keys, sheet.environment, sheet.on, message, review ? { reviewers: asked } : undefined).then(
              (sent) => {
                if (!sent) return
                setSheet(null)
                onDone()
              },
            )
          }
          onClose={() => {
            forget()
            setSheet(null)
          }}
        />
      )}
    </section>
  )
}

function TagForm({ disabled, onTag }: { disabled: boolean; onTag: (tag: string) => void }): ReactNode {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onTag(typed.trim())
    setTyped('')
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        aria-label="Tag selected flags"
        placeholder="Tag"
        className={classes['tag'] ?? ''}
        leftSection={<IconTag size={14} />}
        maxLength={limits.tagLength}
        disabled={disabled}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  )
}
