//! Text in aligned columns.

/// Rows below a head, columns as wide as their widest cell, two spaces apart.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<const N: usize>(head: [&str; N]) -> Self {
        Self {
            rows: vec![head.map(str::to_owned).to_vec()],
        }
    }

    pub(crate) fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    /// The lines, each after `indent` spaces and without spaces at its end. Columns without any
    /// entry below the head are left out.
    pub(crate) fn text(&self, indent: usize) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.cells(column)
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let is_used = |column: &usize| self.cells(*column).skip(1).any(|cell| !cell.is_empty());
        let used: Vec<(usize, usize)> = (0..columns)
            .filter(is_used)
            .map(|column| (column, width(column)))
            .collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = " ".repeat(indent);
            for (column, width) in &used {
                let cell = row.get(*column).map_or("", String::as_str);
                line.push_str(cell);
                line.push_str(&" ".repeat(width + 2 - cell.chars().count().min(width + 2)));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &str> {
        self.rows
            .iter()
            .map(move |row| row.get(column).map_or("", String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let mut table = Table::new(["body", "note", "α"]);
        table.push(["brick 12".to_owned(), String::new(), "≈ 1/2".to_owned()]);
        table.push(["a".to_owned(), String::new(), "0".to_owned()]);
        assert_eq!(
            table.text(2),
            "  body      α\n  brick 12  ≈ 1/2\n  a         0\n"
        );
    }
}
