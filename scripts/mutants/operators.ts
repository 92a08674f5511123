import {
  type Expression,
  type IfStatement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import {
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isCaseClause,
  isConditionalExpression,
  isDefaultClause,
  isExpressionStatement,
  isForStatement,
  isIfStatement,
  isLiteralTypeNode,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAssignment,
  isSourceFile,
  isWhileStatement,
} from 'typescript/unstable/ast/is'
import type { Mutation, Operator } from './mutant.js'

/** Returns whether the value of an expression is a number. */
export type IsNumber = (node: Node) => boolean

type Change = readonly [operator: Operator, after: string]

const comparisons = new Map<SyntaxKind, string>([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
])

const logic = new Map<SyntaxKind, string>([
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
])

const sums = new Map<SyntaxKind, string>([
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
])

const assignedSums = new Map<SyntaxKind, string>([
  [SyntaxKind.PlusEqualsToken, '-='],
  [SyntaxKind.MinusEqualsToken, '+='],
])

const leaving = new Set([
  SyntaxKind.ReturnStatement,
  SyntaxKind.ThrowStatement,
  SyntaxKind.ContinueStatement,
  SyntaxKind.BreakStatement,
])

/** Returns every mutation that the operators make in a file, by position. */
export function mutationsOf(file: SourceFile, isNumber: IsNumber): readonly Mutation[] {
  const found: Mutation[] = []
  const visit = (node: Node): void => {
    for (const [operator, after] of changesOf(node, file, isNumber)) {
      const [start, end] = [node.getStart(file), node.getEnd()]
      found.push({ operator, start, end, before: file.text.slice(start, end), after })
    }
    node.forEachChild(visit)
  }
  file.forEachChild(visit)
  return found.sort((one, other) => one.start - other.start || one.end - other.end)
}

function changesOf(node: Node, file: SourceFile, isNumber: IsNumber): readonly Change[] {
  if (isStatementInList(node)) return statementChanges(node, file, isNumber)
  if (beginsStatement(node, file)) return []
  return [
    ...literalChanges(node, file),
    ...binaryChanges(node, file, isNumber),
    ...(isCondition(node) ? negations(node, file) : []),
  ]
}

/** Returns whether a node is a statement in a list of statements, so that an `if` with two branches can replace it. */
function isStatementInList(node: Node): boolean {
  const { parent } = node
  const isInList = isBlock(parent) || isSourceFile(parent) || isCaseClause(parent) || isDefaultClause(parent)
  return isInList && (isExpressionStatement(node) || isIfStatement(node))
}

function statementChanges(node: Node, file: SourceFile, isNumber: IsNumber): readonly Change[] {
  if (isIfStatement(node)) return isGuard(node) ? [['guard', '']] : []
  if (!isExpressionStatement(node)) return []
  const { expression } = node
  const called = isAwaitExpression(expression) ? expression.expression : expression
  if (isCallExpression(called))
    return called.expression.kind === SyntaxKind.SuperKeyword ? [] : [['call', '']]
  if (!isBinaryExpression(expression) || !isNumber(expression.left)) return []
  return replaced('assignment', assignedSums, expression, file)
}

/** Returns whether an `if` has no `else` and only leaves the function or ends the turn of a loop. */
function isGuard({ thenStatement, elseStatement }: IfStatement): boolean {
  if (elseStatement !== undefined) return false
  if (!isBlock(thenStatement)) return leaving.has(thenStatement.kind)
  const [only, ...others] = thenStatement.statements
  return only !== undefined && others.length === 0 && leaving.has(only.kind)
}

/** Returns whether a node begins a statement. A parenthesis there would turn the line before it into a call. */
function beginsStatement(node: Node, file: SourceFile): boolean {
  for (let outer = node; !isSourceFile(outer); outer = outer.parent) {
    if (isExpressionStatement(outer)) return outer.getStart(file) === node.getStart(file)
    if (isBlock(outer)) return false
  }
  return false
}

function literalChanges(node: Node, file: SourceFile): readonly Change[] {
  if (isLiteralTypeNode(node.parent) || isNameOfProperty(node)) return []
  if (node.kind === SyntaxKind.TrueKeyword) return [['boolean', 'false']]
  if (node.kind === SyntaxKind.FalseKeyword) return [['boolean', 'true']]
  if (!isNumericLiteral(node)) return []
  const text = node.getText(file)
  return [
    ['number', `${text} + 1`],
    ['number', `${text} - 1`],
  ]
}

function isNameOfProperty(node: Node): boolean {
  return isPropertyAssignment(node.parent) && node.parent.name === node
}

function binaryChanges(node: Node, file: SourceFile, isNumber: IsNumber): readonly Change[] {
  if (!isBinaryExpression(node)) return []
  const isSum = sums.has(node.operatorToken.kind) && isNumber(node)
  return [
    ...replaced('comparison', comparisons, node, file),
    ...replaced('logic', logic, node, file),
    ...(isSum ? replaced('arithmetic', sums, node, file) : []),
    ...defaultChanges(node, file),
  ]
}

function defaultChanges(node: Node, file: SourceFile): readonly Change[] {
  if (!isBinaryExpression(node)) return []
  if (node.operatorToken.kind !== SyntaxKind.QuestionQuestionToken) return []
  return [
    ['default', node.left.getText(file)],
    ['default', node.right.getText(file)],
  ]
}

function replaced(
  operator: Operator,
  others: ReadonlyMap<SyntaxKind, string>,
  node: Node,
  file: SourceFile,
): readonly Change[] {
  if (!isBinaryExpression(node)) return []
  const other = others.get(node.operatorToken.kind)
  if (other === undefined) return []
  return [[operator, `${operandText(node.left, file)} ${other} ${operandText(node.right, file)}`]]
}

/** Returns the text of an operand, in parentheses when needed: `a || b || c` becomes `(a || b) && c`. */
function operandText(node: Expression, file: SourceFile): string {
  const text = node.getText(file)
  return isBinaryExpression(node) ? `(${text})` : text
}

function isCondition(node: Node): node is Expression {
  const { parent } = node
  if (isConditionalExpression(parent) || isForStatement(parent)) return parent.condition === node
  return (isIfStatement(parent) || isWhileStatement(parent)) && parent.expression === node
}

/**
 * Returns the negation mutations of a node. `===` and `!==` have none, because the comparison operator changes them.
 */
function negations(node: Expression, file: SourceFile): readonly Change[] {
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    return [['negation', node.operand.getText(file)]]
  }
  const isEquality =
    isBinaryExpression(node) &&
    (node.operatorToken.kind === SyntaxKind.EqualsEqualsEqualsToken ||
      node.operatorToken.kind === SyntaxKind.ExclamationEqualsEqualsToken)
  return isEquality ? [] : [['negation', `!(${node.getText(file)})`]]
}
