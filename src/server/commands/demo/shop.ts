import type { SaveAttributeInput } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { CreateFlagInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { CreateSegmentInput } from '../../../shared/features/segments/schemas/segment-view.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'
import type { Serve } from '../../../shared/schemas/split.ts'

/** The targeting of a shop flag in environments where it is on. */
type Targeting = { rules?: Rule[]; otherwise?: Serve; prerequisites?: { flag: string; variants: string[] }[] }
type DemoFlag = { create: Omit<CreateFlagInput, 'project'>; targeting?: Targeting }

const everywhere = ['development', 'staging', 'production']
const split = (...parts: [variant: string, from: number, to: number][]): Serve => ({
  split: { parts: parts.map(([variant, from, to]) => ({ variant, from, to })) },
})
const country = (...values: string[]) => ({ attribute: 'country', operator: 'isOneOf' as const, values })

/** Attributes of the contexts that the shop's applications send. */
export const attributes: Omit<SaveAttributeInput, 'project'>[] = [
  {
    name: 'country',
    type: 'string',
    required: true,
    knownValues: ['NO', 'SE', 'DK', 'FI', 'DE', 'FR', 'NL'],
    description: 'Where the goods go, ISO 3166-1 alpha-2.',
  },
  { name: 'plan', type: 'string', knownValues: ['free', 'business', 'gold'] },
  { name: 'total', type: 'number', description: 'What is in the basket, in euros.' },
  { name: 'appVersion', type: 'version', description: 'Of the app; the web shop sends none.' },
  { name: 'email', type: 'string', personal: true },
  { name: 'ip', type: 'string', personal: true, description: 'The address that the request came from.' },
]

export const segments: Omit<CreateSegmentInput, 'project'>[] = [
  {
    key: 'staff',
    name: 'Internal staff',
    description: 'Everyone with a company email address.',
    document: {
      included: [],
      excluded: ['intern-1'],
      when: { attribute: 'email', operator: 'endsWith', values: ['@shop.example'] },
    },
  },
  {
    key: 'beta-testers',
    name: 'Beta testers',
    description: 'Customers who opted in to early access, and all staff.',
    document: { included: ['user-7', 'user-42'], excluded: [], when: { segment: 'staff' } },
  },
  {
    key: 'nordic',
    name: 'Nordic customers',
    document: { included: [], excluded: [], when: country('NO', 'SE', 'DK', 'FI', 'IS') },
  },
]

/** Flags of all four types, with rules, splits, segments and prerequisites. Prerequisites come first. */
export const flags: DemoFlag[] = [
  {
    create: { key: 'checkout-v2', name: 'Checkout v2', tags: ['checkout'], onIn: everywhere, visibleToClients: true },
    targeting: {
      rules: [
        { id: 'staff', name: 'Staff first', when: { segment: 'staff' }, serve: { variant: 'on' } },
        { id: 'nordic', name: 'Nordic launch', when: { segment: 'nordic' }, serve: split(['on', 0, 25_000]) },
      ],
      otherwise: { variant: 'off' },
    },
  },
  {
    create: { key: 'express-pay', name: 'Express pay', tags: ['checkout', 'payments'], onIn: everywhere },
    targeting: {
      prerequisites: [{ flag: 'checkout-v2', variants: ['on'] }],
      rules: [
        {
          id: 'eur',
          when: { all: [country('DE', 'FR', 'NL'), { attribute: 'total', operator: 'atMost', values: [150] }] },
          serve: { variant: 'on' },
        },
      ],
      otherwise: { variant: 'off' },
    },
  },
  {
    create: {
      key: 'hero-layout',
      name: 'Hero layout',
      type: 'string',
      tags: ['web'],
      variants: [
        { key: 'compact', value: 'compact' },
        { key: 'video', value: 'video' },
        { key: 'classic', value: 'classic' },
      ],
      onIn: everywhere,
      visibleToClients: true,
    },
    targeting: { otherwise: split(['compact', 0, 20_000], ['video', 20_000, 40_000], ['classic', 40_000, 100_000]) },
  },
  {
    create: {
      key: 'new-search',
      name: 'New search',
      tags: ['web', 'search'],
      onIn: ['development', 'staging'],
      visibleToClients: true,
    },
    targeting: {
      rules: [{ id: 'beta', when: { segment: 'beta-testers' }, serve: { variant: 'on' } }],
      otherwise: split(['on', 0, 50_000], ['off', 50_000, 100_000]),
    },
  },
  {
    create: {
      key: 'free-shipping-from',
      name: 'Free shipping from',
      description: 'Basket total, in the customer’s currency, from which shipping is free.',
      type: 'number',
      tags: ['pricing'],
      variants: [
        { key: 'low', value: 29 },
        { key: 'high', value: 79 },
        { key: 'standard', value: 49 },
      ],
      permanence: 'permanent',
      onIn: everywhere,
    },
    targeting: {
      rules: [
        {
          id: 'gold',
          name: 'Gold members',
          when: { attribute: 'plan', operator: 'is', values: ['gold'] },
          serve: { variant: 'low' },
        },
        { id: 'far', name: 'Far away', when: country('US', 'AU', 'JP'), serve: { variant: 'high' } },
      ],
      otherwise: { variant: 'standard' },
    },
  },
  {
    create: {
      key: 'search-ranking',
      name: 'Search ranking',
      type: 'object',
      tags: ['search'],
      variants: [
        { key: 'fresh', value: { recency: 0.6, popularity: 0.4, boost: ['new'] } },
        { key: 'proven', value: { recency: 0.2, popularity: 0.8, boost: [] } },
      ],
      onIn: everywhere,
    },
    targeting: { otherwise: split(['fresh', 0, 10_000], ['proven', 10_000, 100_000]) },
  },
  {
    create: {
      key: 'banner-text',
      name: 'Banner text',
      type: 'string',
      tags: ['web', 'marketing'],
      variants: [
        { key: 'sale', value: 'Winter sale: 20% off everything warm' },
        { key: 'none', value: '' },
      ],
      onIn: ['development', 'staging'],
      visibleToClients: true,
    },
  },
  {
    create: { key: 'reviews', name: 'Product reviews', tags: ['web'], onIn: everywhere, visibleToClients: true },
  },
  {
    create: {
      key: 'app-dark-mode',
      name: 'Dark mode in the app',
      tags: ['app'],
      onIn: everywhere,
      visibleToClients: true,
    },
    targeting: {
      rules: [
        {
          id: 'recent',
          name: 'Recent apps',
          when: { attribute: 'appVersion', operator: 'versionAtLeast', values: ['2.3.0'] },
          serve: { variant: 'on' },
        },
      ],
      otherwise: { variant: 'off' },
    },
  },
  {
    create: {
      key: 'upload-limit-mb',
      name: 'Upload limit in MB',
      type: 'number',
      tags: ['app'],
      variants: [
        { key: 'large', value: 100 },
        { key: 'small', value: 10 },
      ],
      permanence: 'permanent',
      onIn: everywhere,
    },
    targeting: {
      rules: [
        {
          id: 'business',
          when: { attribute: 'plan', operator: 'isOneOf', values: ['business', 'gold'] },
          serve: { variant: 'large' },
        },
      ],
      otherwise: { variant: 'small' },
    },
  },
  {
    create: { key: 'fraud-check', name: 'Fraud check', tags: ['payments'], permanence: 'permanent', onIn: everywhere },
    targeting: {
      rules: [
        {
          id: 'office',
          name: 'Not from the office',
          when: { attribute: 'ip', operator: 'inNetwork', values: ['192.0.2.0/24'] },
          serve: { variant: 'off' },
        },
      ],
      otherwise: { variant: 'on' },
    },
  },
  { create: { key: 'holiday-promo', name: 'Holiday promotion', tags: ['marketing'], visibleToClients: true } },
  {
    create: {
      key: 'klarna-instalments',
      name: 'Klarna instalments',
      tags: ['checkout', 'payments'],
      onIn: everywhere,
      visibleToClients: true,
    },
    targeting: {
      prerequisites: [{ flag: 'checkout-v2', variants: ['on'] }],
      otherwise: split(['on', 0, 30_000], ['off', 30_000, 100_000]),
    },
  },
  {
    create: { key: 'store-pickup', name: 'Store pickup', tags: ['web'], onIn: everywhere, visibleToClients: true },
    targeting: {
      rules: [
        {
          id: 'shops',
          name: 'Where there are shops',
          when: country('NO', 'SE'),
          serve: split(['on', 0, 35_000], ['off', 35_000, 100_000]),
        },
      ],
      otherwise: { variant: 'off' },
    },
  },
  {
    create: {
      key: 'pay-button',
      name: 'Pay button',
      description: 'What the button says that pays.',
      type: 'string',
      tags: ['checkout'],
      variants: [
        { key: 'buy', value: 'Buy' },
        { key: 'pay-now', value: 'Pay now' },
      ],
      onIn: everywhere,
      visibleToClients: true,
    },
    targeting: { otherwise: { variant: 'buy' } },
  },
  {
    create: { key: 'recommendations-v2', name: 'New recommendations', tags: ['web'], onIn: everywhere },
    targeting: { otherwise: { variant: 'off' } },
  },
  {
    create: {
      key: 'one-page-checkout',
      name: 'Checkout on one page',
      tags: ['checkout'],
      onIn: everywhere,
      visibleToClients: true,
    },
    targeting: { otherwise: { variant: 'off' } },
  },
  { create: { key: 'gift-wrap', name: 'Gift wrapping', tags: ['checkout'], onIn: everywhere, visibleToClients: true } },
  { create: { key: 'basket-legacy', name: 'Old basket', tags: ['checkout'], onIn: everywhere } },
  { create: { key: 'returns-portal', name: 'Returns portal', tags: ['web'], onIn: ['development', 'staging'] } },
]
