import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FlagType } from '../../../../../../shared/schemas/flag.ts'
import { type Json, Key } from '../../../../../../shared/schemas/keys.ts'
import { newId } from '../../../../components/new-id.ts'
import { ValueInput } from '../../../variants/value-input.tsx'
import classes from './variant-fields.module.css'
import { readValue, shownValue } from './variant-value.ts'

export type TypedVariant = { id: string; key: string; text: string }

const examples: Record<FlagType, [Json, Json]> = {
  boolean: [true, false],
  string: ['new', 'old'],
  number: [1, 0],
  object: [{ size: 1 }, { size: 0 }],
}

export const firstVariants = (type: FlagType): TypedVariant[] =>
  examples[type].map((value, i) => ({
    id: newId(),
    key: type === 'boolean' ? (i === 0 ? 'on' : 'off') : i === 0 ? 'a' : 'b',
    text: shownValue(type, value),
  }))

const keyProblem = (variants: readonly TypedVariant[], { id, key }: TypedVariant): string | null => {
  if (!Key.safeParse(key).success) return 'Letters, digits, dots and dashes'
  return variants.some((other) => other.id !== id && other.key === key) ? 'This key is already taken' : null
}

/** Parses the variants for the API. Null if one is invalid. */
export const readVariants = (
  type: FlagType,
  variants: readonly TypedVariant[],
): { key: string; value: Json }[] | null => {
  const read: { key: string; value: Json }[] = []
  for (const variant of variants) {
    const result = readValue(type, variant.text)
    if (keyProblem(variants, variant) !== null || !('value' in result)) return null
    read.push({ key: variant.key, value: result.value })
  }
  return read
}

/** Variants of a new flag. The first is served while the flag is on, the last while it is off. */
export function VariantFields(props: {
  type: FlagType
  variants: readonly TypedVariant[]
  onChange: (variants: TypedVariant[]) => void
  showProblems: boolean
}): ReactNode {
  const { type, variants, onChange, showProblems } = props
  const set = (id: string, part: Partial<TypedVariant>) =>
    onChange(variants.map((variant) => (variant.id === id ? { ...variant, ...part } : variant)))
  return (
    <fieldset className={classes['fields']}>
      <legend>Variants: the first is served when the flag is on, the last when it’s off</legend>
      {variants.map((variant, i) => {
        const result = readValue(type, variant.text)
        return (
          <div key={variant.id} className={classes['row']}>
            <TextInput
              aria-label={`Key for variant ${i + 1}`}
              value={variant.key}
              onChange={(event) => set(variant.id, { key: event.currentTarget.value })}
              error={showProblems ? keyProblem(variants, variant) : null}
            />
            <ValueInput
              type={type}
              aria-label={`Value of variant ${i + 1}`}
              value={variant.text}
              onChange={(event) => set(variant.id, { text: event.currentTarget.value })}
              error={showProblems && 'problem' in result ? result.problem : null}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Remove variant ${i + 1}`}
              disabled={variants.length === 1}
              onClick={() => onChange(variants.filter((other) => other.id !== variant.id))}
            >
              <IconX size={16} />
            </ActionIcon>
          </div>
        )
      })}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...variants, { id: newId(), key: '', text: '' }])}
      >
        Add variant
      </Button>
    </fieldset>
  )
}
