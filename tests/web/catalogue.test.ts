// The texts of both languages, read in the sources: wherever a source holds one thing in English
// and in Turkish, both have the same shape, and no word strays from one into the other. What is
// typed, tsc compares as well; this finds what is not.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Language, otherThan, strays } from "./support/languages.ts";

const folder = fileURLToPath(new URL("../../web/src/", import.meta.url));
const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.includes("generated"),
);

/** One thing in both languages. */
type Pair = Readonly<Record<Language, ts.Expression>>;

/** A piece of the source that is in one language. */
interface Part {
  readonly language: Language;
  readonly node: ts.Node;
}

interface Found {
  readonly source: ts.SourceFile;
  readonly place: (node: ts.Node) => string;
  readonly pairs: readonly Pair[];
  readonly parts: readonly Part[];
}

const languages = ["en", "tr"] as const;
const isLanguage = (text: string): text is Language => text === "en" || text === "tr";

function propertiesOf(node: ts.ObjectLiteralExpression): Map<string, ts.Expression> {
  const properties = new Map<string, ts.Expression>();
  for (const property of node.properties) {
    if (ts.isPropertyAssignment(property))
      properties.set(property.name.getText(), property.initializer);
    else if (property.name) properties.set(property.name.getText(), property.name as ts.Identifier);
  }
  return properties;
}

/** { en: ..., tr: ... } */
function pairIn(node: ts.Node): Pair | null {
  if (!ts.isObjectLiteralExpression(node)) return null;
  const properties = propertiesOf(node);
  const [en, tr] = [properties.get("en"), properties.get("tr")];
  return en && tr ? { en, tr } : null;
}

/** Names that stand for `language === "tr"`. */
const flags: Readonly<Record<string, Language>> = { tr: "tr", turkishPlace: "tr" };

/** A row of the glossary: section, English, Turkish, meaning, anlam. */
function termIn(node: ts.Node): Part[] {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length !== 5) return [];
  if (!node.getSourceFile().fileName.endsWith("lesson/terms.ts")) return [];
  return node.elements
    .slice(1)
    .map((element, i) => ({ language: i % 2 === 0 ? "en" : "tr", node: element }));
}

/** `language === "tr"` makes what follows Turkish, and what else there is English. */
function branchesIn(node: ts.Node): Part[] {
  if (!ts.isConditionalExpression(node) && !ts.isIfStatement(node)) return [];
  const condition = ts.isIfStatement(node) ? node.expression : node.condition;
  const text = condition.getText();
  const asked = /[lL]anguage === "(en|tr)"$/u.exec(text)?.[1] ?? flags[text] ?? "";
  if (!isLanguage(asked)) return [];
  const [then, otherwise] = ts.isIfStatement(node)
    ? [node.thenStatement, node.elseStatement]
    : [node.whenTrue, node.whenFalse];
  const parts: Part[] = [{ language: asked, node: then }];
  if (otherwise) parts.push({ language: otherThan[asked], node: otherwise });
  return parts;
}

/** const en = { ... }, const normEn = { ... } */
function constantIn(node: ts.Node): Part[] {
  if (!ts.isVariableDeclaration(node) || !node.initializer) return [];
  const whole = node.name.getText();
  const name = /[a-z](En|Tr)$/u.exec(whole)?.[1]?.toLowerCase() ?? whole;
  return isLanguage(name) ? [{ language: name, node: node.initializer }] : [];
}

/** What a name stands for that is declared at the top of the file: `{ en: english, tr: turkish }`. */
function declared(name: ts.Expression, source: ts.SourceFile): ts.Node | null {
  if (!ts.isIdentifier(name)) return null;
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name.text) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations)
      if (declaration.name.getText() === name.text) return declaration.initializer ?? null;
  }
  return null;
}

function search(name: string): Found {
  const source = ts.createSourceFile(
    name,
    readFileSync(folder + name, "utf8"),
    ts.ScriptTarget.ES2022,
    true,
  );
  const pairs: Pair[] = [];
  const parts: Part[] = [];
  const walk = (node: ts.Node): void => {
    const pair = pairIn(node);
    if (pair) {
      pairs.push(pair);
      for (const language of languages)
        parts.push({ language, node: declared(pair[language], source) ?? pair[language] });
    }
    parts.push(...branchesIn(node), ...constantIn(node), ...termIn(node));
    ts.forEachChild(node, walk);
  };
  walk(source);
  const place = (node: ts.Node) =>
    `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  return { source, place, pairs, parts };
}

/** Where the two differ in shape. */
function differences({ en, tr }: Pair, path: string): string[] {
  if (ts.isObjectLiteralExpression(en) && ts.isObjectLiteralExpression(tr)) {
    const [a, b] = [propertiesOf(en), propertiesOf(tr)];
    const all = new Set([...a.keys(), ...b.keys()]);
    return [...all].flatMap((key) => {
      const [left, right] = [a.get(key), b.get(key)];
      if (!left || !right) return [`${path}.${key} is in one language only`];
      return differences({ en: left, tr: right }, `${path}.${key}`);
    });
  }
  if (ts.isArrayLiteralExpression(en) && ts.isArrayLiteralExpression(tr)) {
    const [a, b] = [en.elements.length, tr.elements.length];
    return a === b ? [] : [`${path} has ${a} entries in English, ${b} in Turkish`];
  }
  if (ts.isArrowFunction(en) && ts.isArrowFunction(tr)) {
    return differences({ en: en.body as ts.Expression, tr: tr.body as ts.Expression }, path);
  }
  return [];
}

/** Without markup, code, and what is said to be in the other language. */
function read(markup: string, language: Language): string {
  const foreign = new RegExp(
    `<(\\w+)[^>]*\\slang="?${otherThan[language]}"?[^>]*>[\\s\\S]*?</\\1>`,
    "gu",
  );
  return markup
    .replace(foreign, " ")
    .replace(/<(code|cite|pre|kbd)\b[\s\S]*?<\/\1>/gu, " ")
    .replace(/<[^>]*>/gu, " ");
}

/** The texts in a part; those in other hands inside it (another pair, a branch) are read there. */
function textsIn({ language, node }: Part): { text: string; node: ts.Node }[] {
  const texts: { text: string; node: ts.Node }[] = [];
  const walk = (inner: ts.Node): void => {
    if (inner !== node && (pairIn(inner) || branchesIn(inner).length > 0)) return;
    if (ts.isStringLiteral(inner) || ts.isNoSubstitutionTemplateLiteral(inner))
      texts.push({ text: read(inner.text, language), node: inner });
    else if (ts.isTemplateExpression(inner)) {
      const pieces = [inner.head.text, ...inner.templateSpans.map(({ literal }) => literal.text)];
      texts.push({ text: read(pieces.join(" 0 "), language), node: inner });
    }
    ts.forEachChild(inner, walk);
  };
  walk(node);
  return texts;
}

/** What is told apart by its letters, and the words of examples, which are Turkish in both hands. */
const alphabet = new Set([
  "İ",
  "ı",
  // By these a sentence is taken for Turkish.
  "ve bir bu şu da de mi ile için çok ne gibi ben sen biz var yok değil ki",
  "sığmadı",
  "sonra kalktı",
]);

const contains = (outer: ts.Node, inner: ts.Node) =>
  outer.getSourceFile() === inner.getSourceFile() &&
  outer.pos <= inner.pos &&
  inner.end <= outer.end;

function literalsIn(source: ts.Node): ts.LiteralLikeNode[] {
  const literals: ts.LiteralLikeNode[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) literals.push(node);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return literals;
}

const found = names.map(search);

describe("the texts of both languages", () => {
  test("are found", () => {
    const parts = found.flatMap((one) => one.parts);
    for (const language of languages) {
      const texts = parts.filter((part) => part.language === language).flatMap(textsIn);
      expect(texts.length, language).toBeGreaterThan(400);
    }
    expect(found.flatMap(({ pairs }) => pairs).length).toBeGreaterThan(100);
  });

  test("have the same keys and as many entries", () => {
    const wrong = found.flatMap(({ pairs, place }) =>
      pairs.flatMap((pair) => differences(pair, place(pair.en))),
    );
    expect(wrong).toEqual([]);
  });

  test.each(languages)("no word strays into %s", (language) => {
    const wrong = found.flatMap(({ parts, place }) =>
      parts
        .filter((part) => part.language === language)
        .flatMap(textsIn)
        .flatMap(({ text, node }) =>
          strays(text, language).map((word) => `${place(node)}: ${word} in ${text.trim()}`),
        ),
    );
    expect(wrong).toEqual([]);
  });

  // A text with Turkish letters that stands in neither hand is one that nobody would have translated.
  test("no Turkish stands outside of the texts in both languages", () => {
    const wrong = found.flatMap(({ source, parts, place }) => {
      const inside = (node: ts.Node) => parts.some((part) => contains(part.node, node));
      return literalsIn(source)
        .filter((node) => /[ğışĞİŞ]/u.test(node.text) && !inside(node) && !alphabet.has(node.text))
        .map((node) => `${place(node)}: ${node.text.trim()}`);
    });
    expect(wrong).toEqual([]);
  });

  test("a word that strays would be found", () => {
    expect(strays("Her satır into kapanır", "tr")).toEqual(["into"]);
    expect(strays("Each row çünkü it closes", "en")).toEqual(["çünkü"]);
    expect(strays("Bölüm the Turkish", "tr")).toEqual(["the"]);
    expect(strays("İlk OF bölüm", "tr")).toEqual(["of"]);
    expect(strays("Open the bölüm ve kapat", "en")).toEqual(["ve"]);
    expect(strays("“the cat” on iki", "tr")).toEqual([]);
  });
});
