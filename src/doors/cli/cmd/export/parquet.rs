//! Tables as Parquet, in groups of rows.

use super::super::target::Pieces;
use super::table::Table;
use super::trajectory::{COLUMNS, Row};
use anyhow::{Error, Result};
use parquet::basic::{LogicalType, Repetition, Type as Kind};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io;
use std::sync::Arc;

/// Rows in memory.
const GROUP: usize = 1 << 14;

/// The column that is not of numbers.
const BODY: usize = 1;

/// A table that is written as Parquet.
pub struct ParquetTable<'a> {
    writer: SerializedFileWriter<&'a mut Pieces<'a>>,
    bodies: Vec<ByteArray>,
    /// The columns of numbers.
    #[allow(clippy::disallowed_types, reason = "the table is of doubles")]
    numbers: [Vec<f64>; COLUMNS.len() - 1],
}

impl<'a> ParquetTable<'a> {
    /// The head of the table.
    pub fn new(output: &'a mut Pieces<'a>) -> Result<Self> {
        let schema = schema().map_err(explained)?;
        let schema = Arc::new(schema);
        let author = concat!("zwang ", env!("CARGO_PKG_VERSION"));
        let properties = WriterProperties::builder();
        let properties = properties.set_created_by(author.to_owned());
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(output, schema, properties);
        Ok(Self {
            writer: writer.map_err(explained)?,
            bodies: Vec::new(),
            numbers: Default::default(),
        })
    }

    /// Writes the rows in memory.
    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        let (before, after) = self.numbers.split_at(BODY);
        for column in before {
            write_numbers(&mut group, column)?;
        }
        if let Some(mut column) = group.next_column()? {
            column
                .typed::<ByteArrayType>()
                .write_batch(&self.bodies, None, None)?;
            column.close()?;
        }
        for column in after {
            write_numbers(&mut group, column)?;
        }
        group.close()?;
        self.bodies.clear();
        self.numbers.iter_mut().for_each(Vec::clear);
        Ok(())
    }
}

/// The columns and what they are of.
fn schema() -> Result<Type, ParquetError> {
    let mut fields = Vec::new();
    for (index, name) in COLUMNS.iter().enumerate() {
        let column = if index == BODY {
            let column = Type::primitive_type_builder(name, Kind::BYTE_ARRAY);
            column.with_logical_type(Some(LogicalType::String))
        } else {
            Type::primitive_type_builder(name, Kind::DOUBLE)
        };
        let column = column.with_repetition(Repetition::REQUIRED);
        fields.push(Arc::new(column.build()?));
    }
    let schema = Type::group_type_builder("states");
    schema.with_fields(fields).build()
}

#[allow(clippy::disallowed_types, reason = "the table is of doubles")]
fn write_numbers(
    group: &mut SerializedRowGroupWriter<'_, &mut Pieces<'_>>,
    numbers: &[f64],
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column
            .typed::<DoubleType>()
            .write_batch(numbers, None, None)?;
        column.close()?;
    }
    Ok(())
}

impl Table for ParquetTable<'_> {
    fn push(&mut self, row: &Row) -> Result<()> {
        let body = row.body.as_bytes().to_vec();
        self.bodies.push(body.into());
        let numbers = [row.time].into_iter().chain(row.values);
        for (column, number) in self.numbers.iter_mut().zip(numbers) {
            column.push(number);
        }
        if self.bodies.len() == GROUP {
            self.flush().map_err(explained)
        } else {
            Ok(())
        }
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        if !self.bodies.is_empty() {
            self.flush().map_err(explained)?;
        }
        self.writer.close().map_err(explained)?;
        Ok(())
    }
}

/// An error of writing as what it is, others as they are.
fn explained(error: ParquetError) -> Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => Error::from(*error),
            Err(cause) => Error::msg(cause.to_string()),
        },
        error => error.into(),
    }
}
