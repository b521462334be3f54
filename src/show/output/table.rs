//! Text in aligned columns.

use std::fmt::Write;

/// The most characters that a cell is filled up to: one long name would make every row as long.
const WIDEST: usize = 200;

/// Rows below a head, columns as wide as their widest cell, two spaces apart.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<const N: usize>(head: [&str; N]) -> Self {
        let head = head.map(str::to_owned);
        Self {
            rows: vec![head.to_vec()],
        }
    }

    pub(crate) fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    /// The lines, each after `indent` spaces and without spaces at its end. Columns without any
    /// entry below the head are left out.
    pub(crate) fn text(&self, indent: usize) -> String {
        let mut columns = 0;
        for row in &self.rows {
            columns = columns.max(row.len());
        }
        let mut widths = Vec::new();
        for column in 0..columns {
            widths.push(self.width(column));
        }
        let mut text = String::new();
        for row in &self.rows {
            let mut line = " ".repeat(indent);
            for (cell, &width) in row.iter().zip(&widths) {
                if width > 0 {
                    let _ = write!(line, "{cell:<width$}  ");
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The characters of the widest cell of a column; 0 if it has no entry below the head.
    fn width(&self, column: usize) -> usize {
        let mut is_used = false;
        let mut width = 0;
        for (index, row) in self.rows.iter().enumerate() {
            let Some(cell) = row.get(column) else {
                continue;
            };
            is_used |= index > 0 && !cell.is_empty();
            width = cell.chars().count().max(width);
        }
        if is_used { width.min(WIDEST) } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let mut table = Table::new(["body", "note", "α"]);
        table.push(["brick 12", "", "≈ 1/2"].map(str::to_owned));
        table.push(["a", "", "0"].map(str::to_owned));
        let expected = concat!("  body      α\n", "  brick 12  ≈ 1/2\n", "  a         0\n");
        assert_eq!(table.text(2), expected);
    }

    #[test]
    fn one_long_cell_makes_no_other_row_long() {
        let mut table = Table::new(["body", "α"]);
        let long = "n".repeat(100_000);
        table.push([long.clone(), "1".to_owned()]);
        table.push(["a", "0"].map(str::to_owned));
        let text = table.text(0);
        assert!(text.contains(&format!("{long}  1\n")));
        assert_eq!(text.lines().last().unwrap().len(), 203);
    }
}
