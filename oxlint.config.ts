import { defineConfig } from 'oxlint'

/** Nothing imports an entry point. */
const ENTRIES = {
  regex: '/(main|cli|preload)\\.ts$',
  message: 'An entry point only starts things; move what is shared into a module.',
}

/** Only `shell/` and the two entry points that need Electron may import it. */
const NO_ELECTRON = {
  paths: [
    {
      name: 'electron',
      message: 'Only electron/shell/ (and the entry points main.ts, preload.ts) may import electron.',
    },
  ],
}

/** The modules (docs/decisions/0001) and those that each may import. */
const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  archive: ['contract'],
  content: ['contract'],
  service: ['contract'],
  store: ['contract'],
  secrets: ['contract'],
  sample: ['contract'],
  review: ['contract', 'content', 'store'],
  export: ['contract', 'store', 'artwork', 'review'],
  'review-files': ['contract', 'archive', 'content', 'store', 'review', 'export'],
  doctor: ['contract', 'service', 'store'],
  artwork: ['contract', 'content', 'service', 'store', 'download'],
  download: ['contract', 'service', 'store'],
  app: [
    'contract',
    'archive',
    'content',
    'service',
    'store',
    'artwork',
    'download',
    'review',
    'export',
    'secrets',
    'sample',
    'review-files',
  ],
  shell: [
    'contract',
    'content',
    'service',
    'store',
    'artwork',
    'download',
    'doctor',
    'review',
    'export',
    'review-files',
    'secrets',
    'sample',
    'app',
  ],
  cli: [
    'contract',
    'service',
    'store',
    'download',
    'doctor',
    'export',
    'review-files',
    'secrets',
    'sample',
    'app',
  ],
}

/** The parts of the renderer: components ← grid ← views, with state beside them; views compose. */
const ALLOWED_IMPORTS_IN_RENDERER: Readonly<Record<string, readonly string[]>> = {
  lists: ['contract'],
  components: ['contract', 'renderer'],
  grid: ['contract', 'lists', 'components', 'renderer'],
  state: ['contract', 'content', 'lists', 'renderer'],
  views: ['contract', 'content', 'lists', 'components', 'grid', 'state', 'renderer'],
}

const MAIN_MODULES = Object.keys(ALLOWED_IMPORTS)
const RENDERER_PARTS = Object.keys(ALLOWED_IMPORTS_IN_RENDERER)

const importPolicies = Object.entries({
  ...ALLOWED_IMPORTS,
  ...ALLOWED_IMPORTS_IN_RENDERER,
  renderer: ['contract', 'content', ...RENDERER_PARTS],
  build: ['contract'],
  test: [...MAIN_MODULES, ...RENDERER_PARTS, 'renderer', 'build'],
}).map(([from, to]) => ({
  from: { element: { type: from } },
  allow: { to: { element: { type: [from, ...to] } } },
}))

/**
 * Beside the category `correctness`: the presets `recommended` of ESLint, `strict-type-checked` and
 * `stylistic-type-checked` of typescript-eslint.
 */
const RULES = [
  'no-array-constructor',
  'no-case-declarations',
  'no-empty',
  'no-empty-function',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-shadow',
  'no-unexpected-multiline',
  'no-useless-constructor',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'preserve-caught-error',
  'typescript/adjacent-overload-signatures',
  'typescript/array-type',
  'typescript/ban-tslint-comment',
  'typescript/class-literal-property-style',
  'typescript/consistent-generic-constructors',
  'typescript/consistent-indexed-object-style',
  'typescript/consistent-type-assertions',
  'typescript/consistent-type-definitions',
  'typescript/dot-notation',
  'typescript/no-confusing-non-null-assertion',
  'typescript/no-deprecated',
  'typescript/no-dynamic-delete',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-extraneous-class',
  'typescript/no-generated-empty-object-type',
  'typescript/no-inferrable-types',
  'typescript/no-invalid-void-type',
  'typescript/no-misused-promises',
  'typescript/no-mixed-enums',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-assertion',
  'typescript/no-require-imports',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-condition',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/non-nullable-type-assertion-style',
  'typescript/only-throw-error',
  'typescript/prefer-find',
  'typescript/prefer-for-of',
  'typescript/prefer-function-type',
  'typescript/prefer-includes',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-nullish-coalescing',
  'typescript/prefer-optional-chain',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-regexp-exec',
  'typescript/prefer-return-this-type',
  'typescript/prefer-string-starts-ends-with',
  'typescript/related-getter-setter-pairs',
  'typescript/require-await',
  'typescript/unified-signatures',
  'typescript/use-unknown-in-catch-callback-variable',
]

export default defineConfig({
  ignorePatterns: [
    'dist/**',
    'release/**',
    'test-results/**',
    'build/electron-fallback/**',
    'test/fixtures/**',
    // Plain JavaScript has no types.
    '**/*.{js,mjs,cjs}',
  ],
  plugins: ['typescript', 'import'],
  jsPlugins: ['eslint-plugin-boundaries'],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  settings: {
    'boundaries/elements': [
      ...MAIN_MODULES.map((type) => ({ type, pattern: `electron/${type}` })),
      ...RENDERER_PARTS.map((type) => ({ type, pattern: `renderer/${type}` })),
      ...['renderer', 'build', 'test'].map((type) => ({ type, pattern: type })),
    ],
    'boundaries/include': ['electron/**', 'renderer/**', 'build/**', 'test/**'],
  },
  rules: {
    ...Object.fromEntries(RULES.map((rule) => [rule, 'error'])),
    'boundaries/dependencies': ['error', { default: 'disallow', policies: importPolicies }],
    'import/no-cycle': 'error',
    'no-restricted-imports': ['error', { ...NO_ELECTRON, patterns: [ENTRIES] }],
    'no-console': 'error',
    eqeqeq: 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    // `() => call()` is shorter than a block, and its type says that nothing is returned.
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    // A name that begins with an underscore is unused on purpose.
    'no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
    ],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNever: false,
        allowNullish: false,
        allowNumber: true,
        allowRegExp: false,
      },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    // Texts are sorted by their code units throughout.
    'typescript/require-array-sort-compare': 'off',
  },
  overrides: [
    {
      files: [
        'electron/shell/**',
        'electron/main.ts',
        'electron/preload.ts',
        'test/bench/pictures-in-electron.ts',
      ],
      rules: { 'no-restricted-imports': ['error', { patterns: [ENTRIES] }] },
    },
    {
      // A component may contain itself, and its markup uses what its script declares.
      files: ['**/*.svelte'],
      rules: { 'import/no-cycle': 'off', 'no-unused-vars': 'off', 'prefer-const': 'off' },
    },
    {
      // Typed lint sees a component from another file as `any`; svelte-check checks these types.
      files: ['test/component/**'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/no-redundant-type-constituents': 'off',
      },
    },
    {
      // Playwright reads from the pattern which fixtures a fixture needs; none is an empty one.
      files: ['test/e2e/**'],
      rules: { 'no-empty-pattern': 'off' },
    },
    { files: ['build/**', 'test/**', 'electron/cli.ts', 'electron/cli/**'], rules: { 'no-console': 'off' } },
  ],
})
