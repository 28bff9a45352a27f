import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { ValueInput } from '../../../variants/value-input.tsx'
import { isOfType, readValue, shownValue, typedValue } from '../create/variant-value.ts'
import {
  mayRename,
  variantKeyProblem,
  variantUses,
  withoutVariant,
  withRenamedVariant,
  withVariant,
} from './edit-variants.ts'
import classes from './variant-values.module.css'

type Edit = { document: FlagDocument; onChange: (act: (now: FlagDocument) => FlagDocument) => void }

/** Edits a variant’s key. Applied on blur, so that rules keep their variant while typing. */
export function VariantKeyField({ variant, document, onChange }: Edit & { variant: string }): ReactNode {
  const [typed, setTyped] = useState<string | null>(null)
  const problem = typed === null ? null : variantKeyProblem(document, typed, variant)
  const leave = () => {
    if (typed !== null && typed !== variant && problem === null)
      onChange((now) => withRenamedVariant(now, variant, typed))
    else setTyped(null)
  }
  return (
    <TextInput
      aria-label={`Key for variant ${variant}`}
      className={classes['key']}
      value={typed ?? variant}
      readOnly={!mayRename(document)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(null)
      }}
      error={problem}
    />
  )
}

/** Edits a variant’s value as text. Invalid text stays in the draft, which then cannot be published. */
export function VariantValueField({ variant, document, onChange }: Edit & { variant: string }): ReactNode {
  const value = document.variants[variant] ?? null
  const known = shownValue(document.type, value)
  const [typed, setTyped] = useState<string | null>(null)
  const result = isOfType(document.type, value) ? null : readValue(document.type, known)
  const change = (text: string) => {
    setTyped(text)
    onChange((now) => withVariant(now, variant, typedValue(now.type, text)))
  }
  return (
    <ValueInput
      type={document.type}
      aria-label={variant}
      className={classes['value']}
      value={typed ?? known}
      error={result !== null && 'problem' in result ? result.problem : null}
      onBlur={() => setTyped(null)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

/** Removes a variant. If it is in use, shows where. */
export function VariantRemoveButton({ variant, document, onChange }: Edit & { variant: string }): ReactNode {
  const uses = variantUses(document, variant)
  const last = Object.keys(document.variants).length === 1
  const reason = last
    ? 'A flag needs at least one variant'
    : uses.length > 0
      ? `Served by ${uses.join(', ')}`
      : undefined
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={`Remove variant ${variant}`}
      aria-disabled={reason !== undefined}
      opacity={reason === undefined ? undefined : 0.6}
      title={reason}
      onClick={() => {
        if (reason === undefined) onChange((now) => withoutVariant(now, variant))
      }}
    >
      <IconX size={16} />
    </ActionIcon>
  )
}
