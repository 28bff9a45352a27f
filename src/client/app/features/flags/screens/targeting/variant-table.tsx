import { Button, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { compactCount } from '../../../../../../shared/text/compact-count.ts'
import { percent } from '../../../../../../shared/text/rules/percent.ts'
import { trpc } from '../../../../trpc.ts'
import { ShareBar } from '../../../variants/share-bar.tsx'
import { VariantMark } from '../../../variants/variant-mark.tsx'
import { knownVariants, slotOf, variantSlots } from '../../../variants/variant-slots.ts'
import { type DifferentVariantValue, differentVariantValues } from './different-variant-values.ts'
import { servesSame, withVariant } from './edit-variants.ts'
import classes from './variant-values.module.css'
import { VariantKeyField, VariantRemoveButton, VariantValueField } from './variant-values.tsx'

const zeros = { boolean: false, string: '', number: 0, object: {} } as const

type VariantTableProps = {
  project: string
  page: FlagPage
  environment: Environment
  document: FlagDocument
  readOnly: boolean
  onChange: (act: (now: FlagDocument) => FlagDocument) => void
}

/** Whether the table would look the same: only conditions or rule names changed. */
const sameTable = (was: VariantTableProps, is: VariantTableProps): boolean =>
  was.project === is.project &&
  was.page === is.page &&
  was.environment === is.environment &&
  was.readOnly === is.readOnly &&
  was.onChange === is.onChange &&
  servesSame(was.document, is.document)

/**
 * Variants of a flag: keys, values in the open environment, different values elsewhere, and how often each was served.
 */
export const VariantTable = memo(function VariantTable(props: VariantTableProps): ReactNode {
  const { project, page, environment, document, readOnly, onChange } = props
  const input = { project, environment: environment.key, flag: document.key, range: 'day' as const }
  const usage = trpc.insights.usage.useQuery(input, { staleTime: 60_000 }).data
  const keys = Object.keys(document.variants)
  const slots = variantSlots(document, knownVariants(page))
  const fixed = readOnly || document.type === 'boolean'
  const free = (n: number): string => (keys.includes(`variant-${n}`) ? free(n + 1) : `variant-${n}`)
  const servedOf = (variant: string): number =>
    usage?.series
      .find((one) => one.variant === variant)
      ?.counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) ?? 0
  const total = usage?.total ?? 0
  return (
    <section className={classes['card']} aria-labelledby="variants">
      <header className={classes['cardHead']}>
        <h3 id="variants" className={classes['cardTitle']}>
          Variants
        </h3>
        <p>Values in {environment.name}; other environments are shown where they differ.</p>
        {fixed || keys.length >= limits.variantsPerFlag ? null : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={13} />}
            onClick={() => onChange((now) => withVariant(now, free(keys.length + 1), zeros[now.type]))}
          >
            Add variant
          </Button>
        )}
      </header>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Value</th>
            <th scope="col">Served, 24 h</th>
            {fixed ? null : (
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key}>
              <td className={classes['keyCell']}>
                {fixed ? (
                  <VariantMark slot={slotOf(slots, key)} name={key} />
                ) : (
                  <span className={classes['keyField']}>
                    <VariantMark slot={slotOf(slots, key)} name="" />
                    <VariantKeyField variant={key} document={document} onChange={onChange} />
                  </span>
                )}
              </td>
              <td>
                {fixed ? (
                  <code className={classes['fixedValue']}>{JSON.stringify(document.variants[key], null, 2)}</code>
                ) : (
                  <VariantValueField variant={key} document={document} onChange={onChange} />
                )}
                {document.offVariant === key ? <span className={classes['whenOff']}>served when off</span> : null}
                <Others others={differentVariantValues(page, environment.key, key, document.variants[key])} />
              </td>
              <td className={classes['servedCell']}>
                {total === 0 ? (
                  <span className={classes['none']}>none</span>
                ) : (
                  <span className={classes['served']}>
                    <ShareBar
                      shares={[
                        { key, slot: slotOf(slots, key), size: servedOf(key) },
                        { key: '', slot: null, size: total - servedOf(key) },
                      ]}
                    />
                    <span>{percent(Math.round((servedOf(key) / total) * 100) * 1_000)}</span>
                    <span className={classes['none']}>{compactCount(servedOf(key))}</span>
                  </span>
                )}
              </td>
              {fixed ? null : (
                <td>
                  <VariantRemoveButton variant={key} document={document} onChange={onChange} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes['cardFoot']}>
        {readOnly ? null : (
          <Select
            label="When off, everyone gets"
            className={classes['off']}
            data={[...keys, { value: '', label: 'the default in code' }]}
            value={document.offVariant ?? ''}
            onChange={(chosen) => onChange((now) => ({ ...now, offVariant: chosen || null }))}
            allowDeselect={false}
          />
        )}
      </div>
    </section>
  )
}, sameTable)

/** Values of a variant in environments where it differs. */
function Others({ others }: { others: readonly DifferentVariantValue[] }): ReactNode {
  if (others.length === 0) return null
  return (
    <ul className={classes['others']}>
      {others.map(({ environment, name, value }) => (
        <li key={environment}>
          {name}:{' '}
          {value === undefined ? (
            'no such variant'
          ) : (
            <code title={JSON.stringify(value, null, 2)}>{shortened(JSON.stringify(value))}</code>
          )}
        </li>
      ))}
    </ul>
  )
}

const shortened = (json: string): string => (json.length <= 60 ? json : `${json.slice(0, 59)}…`)
