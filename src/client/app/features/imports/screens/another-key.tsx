import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  type ImportSource,
  type ListedImportItem,
  vendorNames,
} from '../../../../../shared/features/imports/schemas/import.ts'
import { limits } from '../../../../../shared/limits.ts'
import { Key } from '../../../../../shared/schemas/keys.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { trpc } from '../../../trpc.ts'
import classes from './imports.module.css'

/** Chooses another key for an imported item whose key is taken, or returns to its original key. */
export function AnotherKey({
  project,
  source,
  item,
}: {
  project: string
  source: ImportSource
  item: ListedImportItem
}): ReactNode {
  const { kind, theirs, key } = item
  const [open, setOpen] = useState(false)
  const [value, setValue] = useState('')
  const utils = trpc.useUtils()
  const choose = trpc.imports.chooseKeys.useMutation({
    onSuccess: async () => {
      setOpen(false)
      await utils.imports.invalidate()
    },
  })
  const chosen = source.run.keys.some((one) => one.kind === kind && one.theirs === theirs)
  if (!chosen && item.status !== 'clash') return null
  const send = (wanted: string | null) =>
    choose.mutate({ project, source: source.number, run: source.run.number, keys: [{ kind, theirs, key: wanted }] })
  const refusal = choose.error ? refusalOf(choose.error) : null
  const fits = Key.safeParse(value).success
  if (!open) {
    return (
      <span className={classes['keyActs']}>
        <Button
          variant="default"
          size="compact-xs"
          disabled={choose.isPending}
          aria-label={`Use another key for ${key}`}
          onClick={() => {
            choose.reset()
            setValue(
              chosen ? key : `${key}-${vendorNames[source.vendor].toLowerCase().replaceAll(' ', '-')}`.slice(0, 100),
            )
            setOpen(true)
          }}
        >
          {chosen ? 'Change the key' : 'Use another key'}
        </Button>
        {chosen ? (
          <Button
            variant="default"
            size="compact-xs"
            loading={choose.isPending}
            aria-label={`Use the original key of ${key}`}
            onClick={() => send(null)}
          >
            Use the original
          </Button>
        ) : null}
        {refusal === null ? null : <span role="alert">{refusal.sentence}</span>}
      </span>
    )
  }
  return (
    <form
      className={classes['keyForm']}
      onSubmit={(event) => {
        event.preventDefault()
        if (fits) send(value)
      }}
    >
      <TextInput
        size="xs"
        data-autofocus
        autoFocus
        aria-label={`Key for ${theirs}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.nameLength}
        value={value}
        error={fits ? refusal?.sentence : 'Use letters, digits, dots, dashes and underscores.'}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
        }}
      />
      <Button type="submit" size="xs" loading={choose.isPending} disabled={!fits}>
        Use this key
      </Button>
      <Button variant="default" size="xs" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </form>
  )
}
